/** A request sent repeatedly to both servers. */
export interface Exercise {
  name: string;
  method: 'GET' | 'POST';
  paths: string[];
  body?: string;
  /** Expected status of every response. */
  expected: number;
}

const DRAFT = {
  type: 'fast',
  originalDocumentName: 'Service agreement 2026',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
};

/** Drafts come last, so the list still has only the seeded requests. */
export function exercises(signatureIds: number[]): Exercise[] {
  return [
    { name: 'GET /signatures', method: 'GET', paths: ['/api/v1/signatures'], expected: 200 },
    {
      name: 'GET /signatures/{id}/status',
      method: 'GET',
      paths: signatureIds.map((id) => `/api/v1/signatures/${id}/status`),
      expected: 200,
    },
    {
      name: 'POST /signatures',
      method: 'POST',
      paths: ['/api/v1/signatures'],
      body: JSON.stringify(DRAFT),
      expected: 201,
    },
  ];
}
