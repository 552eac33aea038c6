// oxlint-disable-next-line typescript/triple-slash-reference -- programs that import this source find the declaration only through this reference
/// <reference path="./page-module.d.ts" />
import type { HttpResponse } from '@toolwire/core/wire';
import { script, scriptHash, style, styleHash } from './page/main.tsx?page';

/** Writes the page: one document that loads no other file. Its requests carry the token. */
export function createDocument({ token, path }: { readonly token: string; readonly path: string }): HttpResponse {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="inspector-token" content="${token}">
<meta name="inspector-path" content="${path}">
<title>Inspector</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body><div id="root"></div><noscript>The inspector needs JavaScript.</noscript><script>${script}</script></body>
</html>
`;
  return { status: 200, headers: documentHeaders, body };
}

/** Only the page's script runs, it reaches only its server, and no other page can embed it. */
const policy = [
  "default-src 'none'",
  `script-src '${scriptHash}'`,
  `style-src '${styleHash}'`,
  "connect-src 'self'",
  'img-src data: blob:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const documentHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
