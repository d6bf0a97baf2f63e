import { whenIdle } from '../data/when-idle.ts';
import { PAGES as OF_CHILDREN } from '../features/children/pages.ts';
import { ChildBeside } from '../shared/children/child-beside.ts';

const loadBeside = async () => {
  // The list has its rows before anything beside it is loaded.
  await whenIdle();
  return (await import('../features/screenings/child-beside.tsx')).ChildBesideList;
};

/** The pages of children; on a roomy window the list has the chosen child beside it. */
export const PAGES = {
  ...OF_CHILDREN,
  list: async () => {
    const ListPage = await OF_CHILDREN.list();
    return () => (
      <ChildBeside value={loadBeside}>
        <ListPage />
      </ChildBeside>
    );
  },
};
