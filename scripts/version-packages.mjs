// Gives the packages the versions that the changesets ask for. changesets writes each package.json anew, one entry a line;
// readers of the pull request of a release would look for its versions among hundreds of lines that say the same.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { keepLayout } from './manifest-layout.mjs';
import { listFiles, readText, root } from './packages.mjs';
import { run } from './run.mjs';

const before = new Map(
  listFiles()
    .filter((path) => path.endsWith('package.json'))
    .map((path) => [path, readText(path)]),
);
const { code, output } = await run('changeset', ['version', ...process.argv.slice(2)]);
process.stdout.write(output);
process.exitCode = code;
for (const [path, text] of before) {
  const after = readText(path);
  if (after !== text) writeFileSync(join(root, path), keepLayout(text, after));
}
