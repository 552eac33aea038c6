// Save the listing of some tools, change a tool without a new version, and find that out as CI would.
import { writeFileSync } from 'node:fs';
import { runToolwire } from '@toolwire/cli';

const toolsWith = (parameter: string): string => `import { defineTool } from 'toolwire';
const text = { type: 'string', description: 'A text.' };
export const greet = defineTool({
  id: 'Greeter.Greet', version: '1.0.0', description: 'Greets somebody.',
  input: { type: 'object', properties: { ${parameter}: text }, required: ['${parameter}'] },
  run: () => 'Hello',
});`;

async function run(...typed: readonly string[]): Promise<readonly [code: number, written: string]> {
  let written = '';
  const code = await runToolwire(typed, {
    write: (text) => void (written += text),
    note: () => undefined,
    columns: undefined,
    hasColor: false,
    environment: {},
    signal: new AbortController().signal,
  });
  return [code, written];
}

writeFileSync('before.mjs', toolsWith('name'));
writeFileSync('after.mjs', toolsWith('who'));
const [listed, listing] = await run('list', '--json', './before.mjs');
writeFileSync('listing.json', listing);
console.log(
  listed,
  (await run('diff', 'listing.json', './before.mjs'))[0],
  (await run('diff', 'listing.json', './after.mjs'))[0],
);
