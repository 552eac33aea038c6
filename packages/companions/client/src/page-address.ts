/** An address that a person may be sent to: http or https, and none that would run in the page it is shown on, such as `javascript:`. */
export function pageAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\/[^\s/?#]\S*$/i.test(value) ? value : undefined;
}
