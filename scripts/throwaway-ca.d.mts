export function createServerCertificate(): Promise<{ ca: string; cert: string; key: string }>;
