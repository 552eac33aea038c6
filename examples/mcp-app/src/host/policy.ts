/** The origins that a page declares, as a client reads them. */
export interface PageDomains {
  readonly connectDomains?: readonly string[];
  readonly resourceDomains?: readonly string[];
  readonly frameDomains?: readonly string[];
  readonly baseUriDomains?: readonly string[];
}

/** The content security policy of a page: what it has declared, and nothing else. */
export function policyOf({ connectDomains, resourceDomains, frameDomains, baseUriDomains }: PageDomains = {}): string {
  const resources = (resourceDomains ?? []).join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `img-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    `media-src 'self' data: ${resources}`,
    `connect-src ${connectDomains?.join(' ') ?? "'none'"}`,
    `frame-src ${frameDomains?.join(' ') ?? "'none'"}`,
    "object-src 'none'",
    `base-uri ${baseUriDomains?.join(' ') ?? "'self'"}`,
  ].join('; ');
}
