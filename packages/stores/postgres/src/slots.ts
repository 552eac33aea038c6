/** Over so many rows is spread what all count together, so that they do not wait for one. */
const slots = 8;

/** One of them. */
export function anySlot(): number {
  return Math.floor(Math.random() * slots);
}
