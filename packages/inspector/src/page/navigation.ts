/** The views of the page, with their titles. */
export const tabs = [
  ['tools', 'Tools'],
  ['live', 'Live'],
  ['durable', 'Durable'],
  ['history', 'History'],
] as const;
export type Tab = (typeof tabs)[number][0];

/** The tabs of a tool, with their titles. */
export const toolTabs = [
  ['call', 'Call'],
  ['schema', 'Schema'],
  ['versions', 'Versions'],
  ['models', 'Models'],
  ['raw', 'Raw'],
] as const;
export type ToolTab = (typeof toolTabs)[number][0];

/** Returns the key of the tool in a URL hash; `undefined` if the hash is malformed. */
export function toolKeyIn(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}
