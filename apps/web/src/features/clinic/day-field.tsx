import { DateBoxes, type DateBoxesProps } from '../../ui/date-boxes.tsx';
import { useVoice } from './voice.tsx';

/** A date in three boxes, with the words of this page. */
export function DayField(field: Omit<DateBoxesProps, 'words' | 'name' | 'onBlur'>) {
  const { t } = useVoice();
  const words = {
    day: t('clinic.date-day'),
    month: t('clinic.date-month'),
    year: t('clinic.date-year'),
  };
  return <DateBoxes words={words} name="day" onBlur={() => undefined} {...field} />;
}
