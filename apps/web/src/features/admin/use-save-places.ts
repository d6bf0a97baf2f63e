import type { CatalogueBody } from '@crece/contract';
import { useState } from 'react';
import { fetchAllPlaces, saveAllPlaces } from '../../api/admin.ts';
import { HttpError } from '../../api/http.ts';
import { loadCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { type CatalogueChange, catalogueChanges } from './catalogue-changes.ts';
import type { CatalogueEdit } from './catalogue-edit.ts';
import { useSayRefusal } from './use-refusal.ts';

/** The list of places that a page works on, and where a newer one goes. */
export interface Places {
  body: CatalogueBody;
  onBody: (body: CatalogueBody) => void;
}

interface SavePlaces {
  /** What others changed since the list was read; `null` while nobody did. */
  others: readonly CatalogueChange[] | null;
  /** The change is stored: the form has nothing left to compare. */
  isSaved: boolean;
  /** Makes the change and answers whether it is stored; says why when it is not. */
  save(edit: CatalogueEdit): Promise<boolean>;
}

/**
 * Saves a change of one place: the whole list goes to the server with the revision it was made on.
 * When somebody else was faster, the newer list is read and what they did is told; the change is
 * made on the newer list when it is saved again.
 */
export function useSavePlaces({ body, onBody }: Places): SavePlaces {
  const { t } = useMessages();
  const device = useDevice();
  const { complain } = useNotices();
  const sayRefusal = useSayRefusal();
  const [others, setOthers] = useState<SavePlaces['others']>(null);
  const [isSaved, setSaved] = useState(false);

  const readAgain = async () => {
    const now = await fetchAllPlaces();
    setOthers(catalogueChanges(body.catalogue, now.catalogue));
    onBody(now);
  };
  return {
    others,
    isSaved,
    save: async (edit) => {
      const title = t('admin.places-failed');
      const wanted = edit(body.catalogue);
      if (wanted === null) {
        complain({ title, text: t('admin.place-gone') });
        return false;
      }
      try {
        const stored = await saveAllPlaces(body.rev, wanted);
        setSaved(true);
        setOthers(null);
        onBody(stored);
      } catch (cause) {
        const isLate = cause instanceof HttpError && cause.code === 'conflict';
        await (isLate ? readAgain() : Promise.reject(cause)).catch((fault: unknown) => {
          sayRefusal(fault, title);
        });
        return false;
      }
      // The countries of this device follow at once; without an answer they follow later.
      void loadCatalogue(device, true, new Date());
      return true;
    },
  };
}
