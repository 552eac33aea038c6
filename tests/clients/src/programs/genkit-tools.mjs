// Prints the tools whose inputs Genkit makes checks of, as it does before a model calls one.
import process from 'node:process';
import { createMcpClient } from '@genkit-ai/mcp';
import { genkit } from 'genkit';
import { toJsonSchema, validateSchema } from 'genkit/schema';

const client = createMcpClient({ name: 'tools', mcpServer: { url: process.argv[2] } });
await client.ready();
const taken = [];
const refused = [];
for (const { __action: action } of await client.getActiveTools(genkit({}))) {
  try {
    const jsonSchema = toJsonSchema({ jsonSchema: action.inputJsonSchema, schema: action.inputSchema });
    validateSchema({}, { jsonSchema });
    taken.push(action.name);
  } catch (thrown) {
    refused.push(`${action.name}: ${thrown.message}`);
  }
}
process.stdout.write(`\n${JSON.stringify({ taken, refused })}\n`, () => process.exit(0));
