// Lists and calls the given tools, and prints the results as the last line.
import process from 'node:process';

const { calls, ...sight } = JSON.parse(process.argv[2]);
const { connect } = await import('./adapter.mjs');
// Its child processes end with it.
process.on('SIGTERM', () => process.exit(1));
const client = await connect(sight);
await client.expect?.(calls);
const tools = await client.list();
const answers = [];
for (const [name, input] of calls) answers.push(await client.call(name, input));
await client.close();
process.stdout.write(`\n${JSON.stringify({ tools, answers })}\n`, () => process.exit(0));
