import { delete2, putCategories } from './catalog-entries.ts';
import { report } from './http-tools.ts';
import { paymentsList, paymentsCreate } from './payments.ts';

/** The tools of Payments. */
export const tools = [
  delete2,
  putCategories,
  report,
  paymentsList,
  paymentsCreate,
];
