/** One example of a documents' page, byte for byte. */
export interface GoldenExample {
  readonly title: string;
  readonly json: string;
}
