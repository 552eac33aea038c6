import { isPrivateUrl, StartupError } from '@toolwire/internal';

/** The URL of a server, and whether requests to it are private. */
interface BaseUrl {
  /** Without a trailing slash. */
  readonly url: string;
  readonly isPrivate: boolean;
}

/** Parses the URL of a client, or throws a `TypeError`. */
export function readBaseUrl(url: string | URL): BaseUrl {
  const parsed = parse(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw urlError(`The url starts with '${parsed.protocol}'. It must start with https:// or http://.`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw urlError('The url contains a username or password, which fetch does not send. Use auth instead.');
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    throw urlError('The url has a query or a fragment. Remove it, as in https://example.com/ai.');
  }
  return {
    url: parsed.origin + parsed.pathname.replace(/\/+$/, ''),
    isPrivate: isPrivateUrl(parsed),
  };
}

function parse(url: string | URL): URL {
  try {
    return new URL(url);
  } catch {
    throw urlError(
      `${redactedUrl(url)} is not a URL. Pass the full URL of the server, such as https://example.com/ai.`,
    );
  }
}

function urlError(message: string): StartupError {
  return new StartupError('TW_OPTION_URL', message);
}

/** Removes possible secrets: a password before an at sign, and a key after a question mark. */
function redactedUrl(url: unknown): string {
  if (typeof url !== 'string') return `The url ${String(url)}`;
  const atSign = url.lastIndexOf('@');
  const query = url.search(/[?#]/);
  // A password may contain a question mark, and a key an at sign.
  if (query >= 0 && atSign > query) return 'The url';
  const shownUrl = url.slice(atSign + 1, query < 0 ? undefined : query);
  return `'${shownUrl.slice(0, 100)}'`;
}
