import process from 'node:process';
import { experimental_createMCPClient as createMCPClient, generateText } from 'ai';
import { Experimental_StdioMCPTransport as StdioTransport } from 'ai/mcp-stdio';

const bridge = 'node_modules/mcp-remote/dist/proxy.js';

export async function connect({ url }) {
  const transport = new StdioTransport({
    command: process.execPath,
    args: [bridge, url, '--allow-http'],
    env: process.env,
    stderr: 'ignore',
  });
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  const ask = async (wanted, abortSignal) => {
    const { model, seen } = modelThatWants(wanted);
    await generateText({ model, tools, prompt: 'Go on.', maxSteps: 2, maxRetries: 0, abortSignal });
    return seen;
  };
  return {
    reader: 'model',
    list: async () => (await ask()).tools.map(({ name }) => name),
    call: async (name, args, { signal } = {}) => (await ask({ name, args }, signal)).result,
    close: () => client.close(),
  };
}

/** A model that calls one tool and then ends. It stores its input: the tools, and the result of the call. */
function modelThatWants(wanted) {
  const seen = {};
  const about = { usage: { promptTokens: 1, completionTokens: 1 }, rawCall: { rawPrompt: null, rawSettings: {} } };
  const doGenerate = ({ mode, prompt }) => {
    seen.tools = mode.tools;
    const [answer] = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
    seen.result = answer?.result;
    if (wanted === undefined || answer !== undefined) {
      return Promise.resolve({ ...about, text: 'done', finishReason: 'stop' });
    }
    const args = JSON.stringify(wanted.args);
    const call = { toolCallType: 'function', toolCallId: 'one', toolName: wanted.name, args };
    return Promise.resolve({ ...about, toolCalls: [call], finishReason: 'tool-calls' });
  };
  return { seen, model: { specificationVersion: 'v1', provider: 'ours', modelId: 'none', doGenerate } };
}
