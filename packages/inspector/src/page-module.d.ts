/** A web page, bundled: see scripts/page-plugin.mjs. */
declare module '*?page' {
  export const script: string;
  export const style: string;
  /** As a Content-Security-Policy names it: `sha256-…`. */
  export const scriptHash: string;
  export const styleHash: string;
}
