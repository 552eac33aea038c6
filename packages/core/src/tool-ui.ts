import type { MaybePromise } from './maybe-promise.ts';

/** What of other origins a page may reach, such as `https://api.example.com`; nothing of it if left out. */
export interface ToolUiDomains {
  /** Where it may send requests to. */
  readonly connectDomains?: readonly string[];
  /** Where its scripts, styles, images and fonts come from. */
  readonly resourceDomains?: readonly string[];
  /** What it may show in frames. */
  readonly frameDomains?: readonly string[];
  /** What its addresses may be relative to. */
  readonly baseUriDomains?: readonly string[];
}

/** What a page may ask its user's device for, where the client lets it. */
export type ToolUiPermission = 'camera' | 'microphone' | 'geolocation' | 'clipboardWrite';

/** A page that shows a tool's results, in clients that have room for one (MCP Apps). */
export interface ToolUi {
  /** A whole HTML document, or a function that reads it. Left out, the page at `uri`, or none. */
  readonly html?: string | (() => MaybePromise<string>);
  /** Where the page is, such as `ui://weather/board`; left out, an address of the tool's own. Tools with the same one share it. */
  readonly uri?: string;
  /** Who may call the tool: the model, the page, or both, which is what left out means. */
  readonly visibility?: readonly ('model' | 'app')[];
  readonly csp?: ToolUiDomains;
  readonly permissions?: readonly ToolUiPermission[];
  /** An origin of the page's own, in the form that the client asks for. */
  readonly domain?: string;
  /** Whether the client is to draw a border around it; up to the client if left out. */
  readonly prefersBorder?: boolean;
}
