import { StartUpError } from '@toolwire/internal';
/** The address of a server, and whether what is sent to it can be read on its way. */
export interface BaseUrl {
  /** Without a slash at its end. */
  readonly address: string;
  readonly isPrivate: boolean;
}

/** Reads the address that a client is made with; throws a `TypeError` that says how to write it. */
export function readBaseUrl(url: string | URL): BaseUrl {
  const parsed = parse(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      `The url starts with '${parsed.protocol}'. Give one that starts with https:// or http://.`,
    );
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      'The url has a user name or a password in it, which fetch does not send. Use auth instead.',
    );
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      'The url has a query or a fragment. Give the address alone, such as https://example.com/ai.',
    );
  }
  return {
    address: parsed.origin + parsed.pathname.replace(/\/+$/, ''),
    isPrivate: parsed.protocol === 'https:' || isLoopback(parsed.hostname),
  };
}

function parse(url: string | URL): URL {
  try {
    return new URL(url);
  } catch {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      `${shown(url)} is no URL. Give the whole address of the server, such as https://example.com/ai.`,
    );
  }
}

/** Without what may be a secret: a password comes before an at sign, and a key after a question mark. */
function shown(url: unknown): string {
  if (typeof url !== 'string') return `The url ${String(url)}`;
  const [place = ''] = url.slice(url.lastIndexOf('@') + 1).split(/[?#]/);
  return `'${place.slice(0, 100)}'`;
}

/**
 * The name and the addresses that never leave the machine, as `URL` writes them. Names below `localhost` are not among them: outside
 * browsers they may be asked for like any other.
 */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname);
}
