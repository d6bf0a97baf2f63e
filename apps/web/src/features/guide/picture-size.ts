/** The size in which `npm run pictures` makes every picture of the guides, in pixels. */
export const PICTURE = { width: 515, height: 950 } as const;
