/** Options with every default filled in. */
export type Filled<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** Options over others: what is undefined counts as left out, and hides nothing. */
export function overlaid<Under extends object, Over extends object>(under: Under, over: Over): Under & Over {
  const given = Object.entries(over).filter(([, value]) => value !== undefined);
  return Object.assign({ ...over }, under, Object.fromEntries(given));
}
