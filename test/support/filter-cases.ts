import { type FormCase } from './form-entry.js';

const LONG = 'x'.repeat(1_001);

/** The filters of the dashboard's lists, which are forms as well. */
export const FILTERS: Record<string, FormCase> = {
  'GET signatures': {
    entries: [
      {
        fields: {
          ...{
            status: 'completed',
            type: 'fast',
            sortBy: 'dateSent',
            sortOrder: 'asc',
            recipient: 'x'.repeat(10_001),
          },
          ...{ subject: LONG, fileName: LONG, dateFrom: '2026-02-31', dateTo: 'tomorrow' },
        },
        wrong: { recipient: /./, subject: /./, fileName: /./, dateFrom: /./, dateTo: /./ },
      },
      { fields: { dateFrom: '2026-03-02', dateTo: '2026-03-01' }, wrong: { dateTo: /./ } },
    ],
    free: ['status', 'type', 'sortBy', 'sortOrder'],
  },
  'GET verifications': {
    entries: [
      {
        fields: { state: 'pending', dateFrom: '2026-02-31', dateTo: 'x' },
        wrong: { dateFrom: /./, dateTo: /./ },
      },
    ],
    free: ['state'],
  },
  'GET deliveries': {
    entries: [
      {
        fields: {
          ...{ event: 'signature.completed', status: 'failed', subject: 'signature', subjectId: 'seven' },
          ...{ from: 'yesterday', to: 'x', webhookId: '7' },
        },
        wrong: { subjectId: /./, from: /./, to: /./, webhookId: /./ },
      },
    ],
    free: ['event', 'status', 'endpoint', 'subject'],
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
    free: ['type', 'member', 'kind'],
  },
};
