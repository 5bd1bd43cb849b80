export function createServerCertificate(options?: {
  host?: string;
  validTo?: Date;
  isSelfSigned?: boolean;
}): Promise<{ ca: string; cert: string; key: string }>;
