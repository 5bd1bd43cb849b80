import { type FormCase } from './form-entry.js';

const LONG = 'x'.repeat(1_001);

/** The filters of the dashboard's lists, which are also forms. */
export const FILTERS: Record<string, FormCase> = {
  'GET signatures': {
    entries: [
      {
        fields: {
          ...{
            q: LONG,
            type: 'fast',
            recipient: 'x'.repeat(10_001),
          },
          ...{ subject: LONG, fileName: LONG, dateFrom: '2026-02-31', dateTo: 'tomorrow' },
        },
        wrong: { q: /./, recipient: /./, subject: /./, fileName: /./, dateFrom: /./, dateTo: /./ },
      },
      { fields: { dateFrom: '2026-03-02', dateTo: '2026-03-01' }, wrong: { dateTo: /./ } },
    ],
    free: ['type'],
  },
  'GET templates': { entries: [{ fields: { q: LONG }, wrong: { q: /./ } }] },
  'GET verifications': {
    entries: [
      {
        fields: { q: LONG, dateFrom: '2026-02-31', dateTo: 'x' },
        wrong: { q: /./, dateFrom: /./, dateTo: /./ },
      },
    ],
  },
  'GET deliveries': {
    entries: [
      {
        fields: {
          q: LONG,
          event: 'signature.completed',
          from: 'yesterday',
          to: 'x',
        },
        wrong: { q: /./, from: /./, to: /./ },
      },
    ],
    free: ['event', 'endpoint'],
  },
  'GET deliveries/replays/new': {
    entries: [{ fields: { from: 'yesterday', to: 'x' }, wrong: { from: /./, to: /./ } }],
    free: ['endpoint'],
  },
  'GET activity': {
    entries: [
      {
        fields: { type: 'signature_sent', kind: 'signature', id: 'seven', from: '2026-02-31', to: 'x' },
        wrong: { id: /./, from: /./, to: /./ },
      },
    ],
    free: ['type', 'member', 'kind', 'q'],
  },
};
