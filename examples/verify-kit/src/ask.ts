/** What came back: a body that is JSON is read, anything else stays text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a GET. */
export function get(url: string, headers: HeadersInit = {}): Promise<Answer> {
  return ask(new Request(url, { headers }));
}

/** Sends a POST with a JSON body. A string is sent as is, for example as invalid JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

/** The body of a tool call. */
export function toolCall(toolId: string, input: object = {}): object {
  return { $schema: 'otc://1.0', request: { tool_id: toolId, input } };
}

/** Reads one member of a body by its path, such as `result.value`. */
export function read({ body }: { readonly body: unknown }, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], body);
}

/** Reads a response to its end. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status, headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

async function ask(request: Request): Promise<Answer> {
  return answerOf(await fetch(request));
}
