import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The compilers that the types have to suit; the native one is the quickest, and the others take seconds each, so they are for `--all`. */
export const compilers: readonly string[] =
  process.env['TEST_SCOPE'] === 'all' ? ['@typescript/native', 'typescript', 'typescript59'] : ['@typescript/native'];

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2023', 'DOM'],
  types: [],
  customConditions: ['@toolwire/source'],
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Compiles lines after a header, as a file in a folder next to `beside`. Returns the last line of the error for each line. */
export function errorsOf(
  compiler: string,
  beside: string,
  head: readonly string[],
  lines: readonly string[],
): readonly string[][] {
  const folder = mkdtempSync(join(dirname(fileURLToPath(beside)), 'compiled-'));
  try {
    writeFileSync(join(folder, 'lines.ts'), [...head, ...lines].join('\n'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['lines.ts'] }));
    const program = join(dirname(createRequire(import.meta.url).resolve(`${compiler}/package.json`)), 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [program, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    const inHead = head.flatMap((_line, index) => saidOf(stdout, index + 1));
    if (inHead.length > 0) throw new Error(`What all lines rest on does not compile: ${inHead.join('; ')}`);
    return lines.map((_line, index) => saidOf(stdout, head.length + index + 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function saidOf(output: string, line: number): string[] {
  return output
    .split(/\n(?=\S)/)
    .filter((one) => one.includes(`lines.ts(${line},`))
    .map(
      (one) =>
        one
          .trimEnd()
          .split('\n')
          .at(-1)
          ?.replace(/^.*error TS\d+: /, '')
          .trim() ?? '',
    );
}
