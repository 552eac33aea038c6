import type { MaybePromise } from '@toolwire/internal';

/** The other origins that a page may use, such as `https://api.example.com`; none by default. */
export interface ToolUiDomains {
  /** Origins for requests. */
  readonly connectDomains?: readonly string[];
  /** Origins for scripts, styles, images and fonts. */
  readonly resourceDomains?: readonly string[];
  /** Origins for frames. */
  readonly frameDomains?: readonly string[];
  /** Origins for the base URI. */
  readonly baseUriDomains?: readonly string[];
}

/** A device permission that a page may request. */
type ToolUiPermission = 'camera' | 'microphone' | 'geolocation' | 'clipboardWrite';

/** A page that shows a tool's results, in clients that support MCP Apps. */
export interface ToolUi {
  /** An HTML document, or a function that loads it; by default the page at `uri`. */
  readonly html?: string | (() => MaybePromise<string>);
  /** The URI of the page, such as `ui://weather/board`; unique per tool by default. Tools with the same URI share the page. */
  readonly uri?: string;
  /** Who may call the tool: the model, the page, or both (default). */
  readonly visibility?: readonly ('model' | 'app')[];
  readonly csp?: ToolUiDomains;
  readonly permissions?: readonly ToolUiPermission[];
  /** A dedicated origin for the page, in the client's format. */
  readonly domain?: string;
  /** Whether the client should draw a border; by default the client decides. */
  readonly prefersBorder?: boolean;
}
