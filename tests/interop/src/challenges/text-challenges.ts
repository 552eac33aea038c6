/** The examples of a revision for callers without a token, or without a scope. */
export interface TextChallenges {
  readonly revision: '2025-11-25' | '2026-07-28';
  readonly source: string;
  /** With 401, for a server whose basics need `files:read`. */
  readonly unauthorized: string;
  /** With 403, and the tool that is called for it. */
  readonly forbidden: { readonly tool: string; readonly challenge: string };
}

const metadata = 'resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource"';
const unauthorized = `Bearer ${metadata}, scope="files:read"`;

/** The examples of both revisions, without their line breaks, which no header may hold. */
export const textChallenges: readonly TextChallenges[] = [
  {
    revision: '2025-11-25',
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization',
    unauthorized,
    forbidden: {
      tool: 'Files.Share',
      challenge: `Bearer error="insufficient_scope", scope="files:read files:write user:profile", ${metadata}, error_description="Additional file write permission required"`,
    },
  },
  {
    revision: '2026-07-28',
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization',
    unauthorized,
    forbidden: {
      tool: 'Files.Write',
      challenge: `Bearer error="insufficient_scope", scope="files:write", ${metadata}, error_description="File write permission required for this operation"`,
    },
  },
];

/** The parameters of a Bearer challenge, read as strictly as RFC 6750 and RFC 9110 write them. */
export function parametersOf(challenge: string): Readonly<Record<string, string>> {
  const list = /^Bearer ((?:[a-z_]+="[\x20\x21\x23-\x5b\x5d-\x7e]*"(?:, |$))+)$/.exec(challenge)?.[1];
  if (list === undefined) throw new Error(`No Bearer challenge: ${challenge}`);
  const pairs = [...list.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const);
  const parameters = Object.fromEntries(pairs);
  if (Object.keys(parameters).length !== pairs.length) throw new Error(`A parameter comes twice: ${challenge}`);
  return parameters;
}
