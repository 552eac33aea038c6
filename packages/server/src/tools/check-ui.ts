import type { ToolUi } from '@toolwire/core';
import { StartupError } from '@toolwire/internal';

const visibilities: readonly string[] = ['model', 'app'];
const permissionNames: readonly string[] = ['camera', 'microphone', 'geolocation', 'clipboardWrite'];
/** An origin, or all subdomains of a host. Any other text could inject directives into the CSP. */
const origin = /^(?:https?|wss?):\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?$/;

/** Throws for a page that no client can show, or for unknown permissions. */
export function checkUi(ui: ToolUi | undefined): void {
  if (ui === undefined) return;
  const { html, uri, visibility, csp = {}, permissions = [] } = ui;
  if (html !== undefined && typeof html !== 'function' && (typeof html !== 'string' || html.trim() === '')) {
    throw invalid('ui.html must be an HTML document or a function that returns an HTML document');
  }
  if (uri !== undefined && !/^ui:\/\/[\x21-\x7e]+$/.test(uri)) {
    throw invalid("ui.uri must start with ui:// and contain no spaces, such as 'ui://weather/board'");
  }
  if (visibility !== undefined) expectNames('visibility', visibility, visibilities, 1);
  expectNames('permissions', permissions, permissionNames, 0);
  for (const [name, domains] of Object.entries(csp)) {
    if (Array.isArray(domains) && domains.every((domain) => typeof domain === 'string' && origin.test(domain))) {
      continue;
    }
    throw invalid(`ui.csp.${name} must be a list of origins such as 'https://api.example.com'`);
  }
}

function expectNames(field: string, value: unknown, allowed: readonly string[], minLength: number): void {
  const isValid =
    Array.isArray(value) && value.length >= minLength && value.every((item) => allowed.includes(String(item)));
  if (isValid) return;
  throw invalid(`ui.${field} must be a list of ${allowed.map((name) => `'${name}'`).join(', ')}`);
}

function invalid(problem: string): StartupError {
  return new StartupError('TW_TOOL_PAGE', problem);
}
