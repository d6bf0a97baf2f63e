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

/** The list of places that a page edits, and a function that replaces it with a newer one. */
export interface Places {
  body: CatalogueBody;
  onBody: (body: CatalogueBody) => void;
}

interface SavePlaces {
  /** What other people changed since the list was read; `null` without changes. */
  others: readonly CatalogueChange[] | null;
  /** Whether the change is stored: then the form has nothing left to compare. */
  isSaved: boolean;
  /** Makes the change. Returns whether it was stored; shows the reason when it was not. */
  save(edit: CatalogueEdit): Promise<boolean>;
}

/**
 * Saves a change of one place. The whole list is sent to the server with the revision on which the
 * change was made. When another person was faster, the newer list is read and the other changes are
 * shown; the next save makes the change on the newer list.
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
      // Updates the countries of this device at once; when the request fails, they are updated
      // later.
      void loadCatalogue(device, true, new Date());
      return true;
    },
  };
}
