import { prompts } from './prompts.ts';

const wanted = process.argv[2];
const ids =
  wanted === undefined ? ['Support.Reply', 'Support.Reply@1', 'Support.Reply@1.9.0', 'Support.Repl'] : [wanted];

for (const id of ids) {
  const found = prompts.resolve(id);
  console.log(`${id.padEnd(20)} ${found.ok ? `${found.item.version.padEnd(7)} ${found.item.text}` : found.message}`);
}
