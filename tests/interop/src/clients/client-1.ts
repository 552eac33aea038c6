import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { fillForm, modelAnswer, workingFolder } from './answers.ts';
import type { OfficialClient, ServerPlace } from './official-client.ts';

/** The client of the first SDK, which most programs have: it speaks 2025-11-25 and older. */
export const client1: OfficialClient = {
  name: '@modelcontextprotocol/sdk',
  era: 'legacy',
  async connect(place, userName) {
    const capabilities = userName === undefined ? {} : { elicitation: {}, sampling: {}, roots: {} };
    const client = new Client({ name: 'interop', version: '1.0.0' }, { capabilities });
    if (userName !== undefined) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
        action: 'accept',
        content: fillForm(params, userName),
      }));
      client.setRequestHandler(CreateMessageRequestSchema, () => modelAnswer);
      client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [workingFolder] }));
    }
    const transport = transportTo(place);
    await client.connect(transport);
    return {
      revision: transport instanceof StreamableHTTPClientTransport ? transport.protocolVersion : undefined,
      serverName: client.getServerVersion()?.name,
      listTools: async () => (await client.listTools()).tools,
      callTool: async (name, input = {}, { signal, onProgress } = {}) =>
        CallToolResultSchema.parse(
          await client.callTool({ name, arguments: input }, undefined, {
            ...(signal === undefined ? {} : { signal }),
            ...(onProgress === undefined ? {} : { onprogress: ({ progress, total }) => onProgress(progress, total) }),
          }),
        ),
      readText: async (uri) => (await client.readResource({ uri })).contents.map((part) => 'text' in part && part.text),
      listResources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
      listPrompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
      async onListsChanged(listener) {
        client.setNotificationHandler(ToolListChangedNotificationSchema, () => listener('tools'));
        client.setNotificationHandler(ResourceListChangedNotificationSchema, () => listener('resources'));
        client.setNotificationHandler(PromptListChangedNotificationSchema, () => listener('prompts'));
      },
      close: () => client.close(),
    };
  },
};

/** Makes the way to a server, for this client. */
export function transportTo(place: ServerPlace): StreamableHTTPClientTransport | StdioClientTransport {
  return place.kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(place.url))
    : new StdioClientTransport({ command: place.command, args: [...place.args], stderr: 'ignore' });
}
