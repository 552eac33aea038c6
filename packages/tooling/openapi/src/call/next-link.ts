/** The URL with the relation `next` in a `Link` header (RFC 8288), such as `<https://api.example.com/a?page=2>; rel="next"`. */
export function nextLink(header: string | null): string | undefined {
  for (const [, url, parameters = ''] of (header ?? '').matchAll(/<([^<>]*)>([^<]*)/gu)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/iu.exec(parameters);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/u);
    if (relations.includes('next')) return url;
  }
  return undefined;
}
