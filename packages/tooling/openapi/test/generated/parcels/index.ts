import { getLabel, addPhoto } from './labels.ts';
import { listParcels, createParcel } from './parcels.ts';

/** The tools of Parcel service. */
export const tools = [
  getLabel,
  addPhoto,
  listParcels,
  createParcel,
];
