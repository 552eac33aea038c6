import { check } from '@toolwire-examples/verify';
import { connect } from './connect.ts';

let answer: 'accept' | 'decline' = 'decline';
const client = await connect(() => answer);
check('the newest revision is spoken', client.getNegotiatedProtocolVersion(), '2026-07-28');

const { tools } = await client.listTools();
check(
  'the tools are listed',
  tools.map(({ name }) => name),
  ['Notes_Add', 'Notes_Find', 'Notes_Clear'],
);
const added = await client.callTool({ name: 'Notes_Add', arguments: { text: 'buy milk' } });
check('a tool that writes to the console does not break the wire', added.structuredContent, { count: 1 });
const found = await client.callTool({ name: 'Notes_Find', arguments: { word: 'milk' } });
check('the process keeps what it was given', found.structuredContent, ['buy milk']);
check('the model reads a list', found.content, [{ type: 'text', text: '- buy milk' }]);
const refused = await client.callTool({ name: 'Notes_Find', arguments: {} });
check(
  'a missing argument is reported to the model',
  [refused.isError, JSON.stringify(refused).includes('word')],
  [true, true],
);

const kept = await client.callTool({ name: 'Notes_Clear', arguments: {} });
check('the user is asked, and says no', kept.content, [{ type: 'text', text: 'The user wants to keep the notes' }]);
answer = 'accept';
const cleared = await client.callTool({ name: 'Notes_Clear', arguments: {} });
check('the user is asked again, and agrees', cleared.structuredContent, { forgotten: 1 });
await client.close();
