import { useMessages } from '../data/messages.tsx';
import { DateBoxes, type DateBoxesProps } from './date-boxes.tsx';

/** A date in three boxes, with the application's words. */
export function DatePartsField(field: Omit<DateBoxesProps, 'words'>) {
  const { t } = useMessages();
  const words = {
    day: t('common.date-day'),
    month: t('common.date-month'),
    year: t('common.date-year'),
  };
  return <DateBoxes words={words} {...field} />;
}
