import { parseUrl } from '../values/urls.ts';
import { kindOf } from './describe-value.ts';
import { StartupError } from './startup-error.ts';

/** Throws unless an option is `'*'` or a list of origins as browsers send them. `all` is the option that allows all origins. */
export function checkOrigins(name: string, origins: unknown, all: string): void {
  if (origins === '*') return;
  if (!Array.isArray(origins)) {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must be '*' or a list such as ['https://app.example.com'], got ${kindOf(origins)}.`,
    );
  }
  for (const origin of origins as readonly unknown[]) checkOrigin(name, origin, all);
}

function checkOrigin(name: string, origin: unknown, all: string): void {
  if (origin === '*') {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must not be a list with '*'. To allow all origins, set ${all}.`,
    );
  }
  if (origin === 'null') {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must not have 'null', the origin of every sandboxed page. List the origins, or set '*'.`,
    );
  }
  const text = String(origin);
  if (isOrigin(text)) return;
  const webOrigin = webOriginOf(text);
  if (webOrigin !== undefined) {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must have origins as browsers send them: '${webOrigin}', got '${text}'.`,
    );
  }
  throw new StartupError(
    'TW_OPTION_ORIGIN',
    `${name} must have origins as browsers send them, such as 'https://app.example.com', got '${text}'.`,
  );
}

function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return webOriginOf(text) === text.toLowerCase();
  // Origins of browser extensions and apps have their own schemes.
  return /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]+$/i.test(text);
}

/** The origin of a web page; `undefined` for any other text. */
function webOriginOf(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? parseUrl(text)?.origin : undefined;
}
