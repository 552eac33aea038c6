/** Makes the web pages that sources import, for the build and for tests: see page-plugin.mjs. */
export function pagePlugin(): {
  readonly name: string;
  readonly enforce: 'pre';
  resolveId(source: string, importer: string | undefined): string | undefined;
  load(this: { addWatchFile(path: string): void }, id: string): Promise<{ code: string; moduleType: 'js' } | undefined>;
};
