import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fillForm, modelAnswer, workingFolder } from './answers.ts';
import type { OfficialClient, ServerPlace } from './official-client.ts';

/** The client of the second SDK: it asks which revisions there are, or begins as clients of 2025 do. */
export function client2(mode: 'auto' | 'legacy'): OfficialClient {
  return {
    name: `@modelcontextprotocol/client, ${mode}`,
    era: mode === 'auto' ? 'modern' : 'legacy',
    async connect(place, userName) {
      const capabilities = userName === undefined ? {} : { elicitation: { form: {} }, sampling: {}, roots: {} };
      const client = new Client({ name: 'interop', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
      if (userName !== undefined) {
        client.setRequestHandler('elicitation/create', ({ params }) => ({
          action: 'accept',
          content: fillForm(params, userName),
        }));
        client.setRequestHandler('sampling/createMessage', () => modelAnswer);
        client.setRequestHandler('roots/list', () => ({ roots: [workingFolder] }));
      }
      await client.connect(transportTo(place));
      return {
        revision: client.getNegotiatedProtocolVersion(),
        serverName: client.getServerVersion()?.name,
        listTools: async () => (await client.listTools()).tools,
        callTool: (name, input = {}, { signal, onProgress } = {}) =>
          client.callTool(
            { name, arguments: input },
            {
              ...(signal === undefined ? {} : { signal }),
              ...(onProgress === undefined ? {} : { onprogress: ({ progress, total }) => onProgress(progress, total) }),
            },
          ),
        readText: async (uri) =>
          (await client.readResource({ uri })).contents.map((part) => 'text' in part && part.text),
        listResources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
        listPrompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
        async onListsChanged(listener) {
          client.setNotificationHandler('notifications/tools/list_changed', () => listener('tools'));
          client.setNotificationHandler('notifications/resources/list_changed', () => listener('resources'));
          client.setNotificationHandler('notifications/prompts/list_changed', () => listener('prompts'));
          // Clients of 2025 get notifications without a request.
          if (mode === 'legacy') return;
          await client.listen({ toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true });
        },
        close: () => client.close(),
      };
    },
  };
}

/** Makes the way to a server, for this client. */
export function transportTo(place: ServerPlace): StreamableHTTPClientTransport | StdioClientTransport {
  return place.kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(place.url))
    : new StdioClientTransport({ command: place.command, args: [...place.args], stderr: 'ignore' });
}
