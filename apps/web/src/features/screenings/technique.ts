/** What can be shown in a drawing; a height is measured lying or standing. */
export type Technique = 'muac' | 'lying' | 'standing' | 'weight' | 'feet';
