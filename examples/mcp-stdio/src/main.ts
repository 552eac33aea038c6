import { connect } from './connect.ts';

const client = await connect((question) => {
  console.log(`${question} Yes.`);
  return 'accept';
});
const { tools } = await client.listTools();
for (const { name, description } of tools) console.log(`${name}  ${description}`);

const calls = [
  { name: 'Notes_Add', arguments: { text: 'buy milk' } },
  { name: 'Notes_Find', arguments: { word: 'milk' } },
  { name: 'Notes_Clear', arguments: {} },
];
for (const call of calls) {
  const { structuredContent } = await client.callTool(call);
  console.log(`${call.name}(${JSON.stringify(call.arguments)}) → ${JSON.stringify(structuredContent)}`);
}
await client.close();
