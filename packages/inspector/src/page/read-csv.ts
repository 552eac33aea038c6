const maxCharacters = 200_000;

/** Reads the rows of comma-separated values. */
export function readCsv(text: string): readonly (readonly string[])[] {
  return text
    .slice(0, maxCharacters)
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
}
