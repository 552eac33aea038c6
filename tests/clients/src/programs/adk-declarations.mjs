// Prints the tools that ADK writes a declaration of for Gemini.
import process from 'node:process';
import { MCPToolset } from '@google/adk';

const toolset = new MCPToolset({ type: 'StreamableHTTPConnectionParams', url: process.argv[2] });
const taken = [];
const refused = [];
for (const tool of await toolset.getTools()) {
  try {
    const { parameters } = tool._getDeclaration();
    if (parameters.type !== 'OBJECT') throw new Error(`its parameters are ${JSON.stringify(parameters)}`);
    taken.push(tool.name);
  } catch (thrown) {
    refused.push(`${tool.name}: ${thrown.message}`);
  }
}
process.stdout.write(`\n${JSON.stringify({ taken, refused })}\n`, () => process.exit(0));
