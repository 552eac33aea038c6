import { Client, type Transport } from '@modelcontextprotocol/client';

/** The requests of a client by name, and the responses. */
export type Transcript = Readonly<Record<string, unknown>>;

/** A call of a tool: its name, and its arguments. */
export type ToolCall = readonly [name: string, input: Readonly<Record<string, unknown>>];

/** What else a client asks for: resources by their addresses, and prompts by their names with their arguments. */
export interface Further {
  readonly resources?: readonly string[];
  readonly prompts?: readonly (readonly [name: string, args: Readonly<Record<string, string>>])[];
}

/** Connects the official client, and asks for all that a server has. */
export async function visitMcp(
  transport: Transport,
  calls: readonly ToolCall[],
  further: Further = {},
): Promise<Transcript> {
  const client = new Client({ name: 'migration', version: '1.0.0' });
  const answers = new Map<string, unknown>();
  await client.connect(transport);
  try {
    answers.set('who it is', client.getServerVersion());
    for (const tool of (await client.listTools()).tools) answers.set(`the tool ${tool.name}`, asPublished(tool));
    for (const [name, input] of calls) {
      const steps: unknown[] = [];
      const onprogress = (step: unknown): void => void steps.push(step);
      const answer = await answerOr(client.callTool({ name, arguments: input }, { onprogress }));
      answers.set(`${name}(${JSON.stringify(input)})`, { ...answer, steps });
    }
    if (further.resources !== undefined) {
      const { resources } = await client.listResources();
      answers.set(
        'the resources',
        resources.map(({ name, uri, mimeType }) => ({ name, uri, mimeType })),
      );
      for (const uri of further.resources) answers.set(uri, await answerOr(client.readResource({ uri })));
    }
    if (further.prompts !== undefined) {
      answers.set('the prompts', (await client.listPrompts()).prompts);
      for (const [name, args] of further.prompts) {
        const { messages, error } = await answerOr(client.getPrompt({ name, arguments: args }));
        answers.set(`the prompt ${name}(${JSON.stringify(args)})`, { messages, error });
      }
    }
  } finally {
    await client.close();
  }
  return Object.fromEntries(answers);
}

type Answer = Readonly<Record<string, unknown>>;

/** The result of a client. A protocol error is a result, too. */
async function answerOr(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    return { error: error instanceof Error ? error.message : error };
  }
}

/**
 * The input of models for a tool. It omits the schema dialect and redundant fields: a repeated `title` in the annotations,
 * missing task support, and whether a schema with all members rejects others of no listed name.
 */
function asPublished(tool: Answer): object {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const { title: _again, ...hints } = (annotations ?? {}) as Answer;
  return { name, title, description, hints, inputSchema: plain(inputSchema), outputSchema: plain(outputSchema) };
}

function plain(schema: unknown): unknown {
  if (schema === undefined) return undefined;
  const { $schema: _dialect, additionalProperties: _others, ...said } = schema as Answer;
  return said;
}
