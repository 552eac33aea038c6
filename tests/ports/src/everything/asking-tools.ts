import { content, defineTool, type InputAnswer } from 'toolwire';
import { z } from 'zod';
import { profileForm } from './profile-form.ts';

const asking = { readOnly: false, destructive: false, idempotent: false, openWorld: false };

/** The requests that the client of a tool must support. Other clients don't see the tool. */
export const needs: Readonly<Record<string, 'form' | 'url' | 'sampling' | 'roots'>> = {
  'get-roots-list': 'roots',
  'trigger-elicitation-request': 'form',
  'trigger-url-elicitation': 'url',
  'trigger-sampling-request': 'sampling',
};

const roots = z.array(z.object({ uri: z.string(), name: z.string().optional() }));

export const getRootsList = defineTool({
  id: 'Everything.Roots',
  version: '1.0.0',
  name: 'get-roots-list',
  title: 'Get Roots List Tool',
  description:
    "Lists the current MCP roots provided by the client. Demonstrates the roots protocol capability even though this server doesn't access files.",
  annotations: { ...asking, readOnly: true, idempotent: true },
  run: async (_input, { ask }) => {
    const { answer } = await ask({ answer: { kind: 'roots' } });
    const found = roots.catch([]).parse(answer.content);
    if (found.length === 0) {
      return (
        'The client supports roots but no roots are currently configured.\n\n' +
        'This could mean:\n' +
        "1. The client hasn't provided any roots yet\n" +
        '2. The client provided an empty roots list\n' +
        '3. The roots configuration is still being loaded'
      );
    }
    const list = found.map(({ name, uri }, index) => `${index + 1}. ${name ?? 'Unnamed Root'}\n   URI: ${uri}`);
    return (
      `Current MCP Roots (${found.length} total):\n\n${list.join('\n\n')}\n\n` +
      "Note: This server demonstrates the roots protocol capability but doesn't actually access files. " +
      'The roots are provided by the MCP client and can be used by servers that need file system access.'
    );
  },
});

const rawResult = (answer: unknown) => `\nRaw result: ${JSON.stringify(answer, null, 2)}`;

export const triggerElicitation = defineTool({
  id: 'Everything.Elicitation',
  version: '1.0.0',
  name: 'trigger-elicitation-request',
  title: 'Trigger Elicitation Request Tool',
  description: 'Trigger a Request from the Server for User Elicitation',
  annotations: asking,
  run: async (_input, { ask }) => {
    const { answer } = await ask({ answer: profileForm });
    return content(...describeProfile(answer), rawResult(answer));
  },
});

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  check: 'Agreed to terms',
  email: 'Email',
  homepage: 'Homepage',
  birthdate: 'Birthdate',
  integer: 'Favorite Integer',
  number: 'Favorite Number',
};

function describeProfile({ action, content: data }: InputAnswer): readonly string[] {
  if (action === 'decline') return ['❌ User declined to provide the requested information.'];
  if (action === 'cancel') return ['⚠️ User cancelled the elicitation dialog.'];
  const given = z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .catch({})
    .parse(data);
  const lines = Object.entries(labels).flatMap(([name, label]) =>
    given[name] === undefined ? [] : [`- ${label}: ${String(given[name])}`],
  );
  return ['✅ User provided the requested information!', `User inputs:\n${lines.join('\n')}`];
}

export const triggerUrlElicitation = defineTool({
  id: 'Everything.UrlElicitation',
  version: '1.0.0',
  name: 'trigger-url-elicitation',
  title: 'Trigger URL Elicitation Tool',
  description: 'Trigger a URL elicitation so the client can direct the user to a browser flow.',
  input: z.object({
    url: z.url().describe('The URL the user should open'),
    message: z
      .string()
      .default('Please open the link to complete this action.')
      .describe('Message shown to the user before opening the URL'),
  }),
  annotations: { ...asking, openWorld: true },
  run: async ({ url, message }, { ask }) => {
    const { answer } = await ask({ answer: { kind: 'url', message, url } });
    return content(describeVisit(answer.action, url), rawResult(answer));
  },
});

function describeVisit(action: InputAnswer['action'], url: string): string {
  if (action === 'accept') return `✅ User completed the URL elicitation flow.\nURL: ${url}`;
  return action === 'decline' ? '❌ User declined to open the URL.' : '⚠️ User cancelled the URL elicitation.';
}

export const triggerSampling = defineTool({
  id: 'Everything.Sampling',
  version: '1.0.0',
  name: 'trigger-sampling-request',
  title: 'Trigger Sampling Request Tool',
  description: 'Trigger a Request from the Server for LLM Sampling',
  input: z.object({
    prompt: z.string().describe('The prompt to send to the LLM'),
    maxTokens: z.number().default(100).describe('Maximum number of tokens to generate'),
  }),
  annotations: { ...asking, openWorld: true },
  run: async ({ prompt, maxTokens }, { ask }) => {
    const text = `Resource trigger-sampling-request context: ${prompt}`;
    const params = {
      messages: [{ role: 'user', content: { type: 'text', text } }],
      systemPrompt: 'You are a helpful test server.',
      maxTokens,
      temperature: 0.7,
    };
    const { answer } = await ask({ answer: { kind: 'sampling', params } });
    return `LLM sampling result: \n${JSON.stringify(answer.content, null, 2)}`;
  },
});
