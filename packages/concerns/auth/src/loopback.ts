const loopback =
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){1,3}|\[?(?:::1|(?:0{1,4}:){7}0{0,3}1|::ffff:127(?:\.\d{1,3}){3})\]?)$/i;

/** Tells whether a host name or address can only be reached from the same machine. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
