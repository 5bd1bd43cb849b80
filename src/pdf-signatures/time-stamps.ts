import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type OnApplicationShutdown } from '@nestjs/common';
import { type Settings } from '../platform/config/settings.js';
import { type TimeStamper } from './time-stamper.port.js';
import { TimeStampClient } from './timestamps/time-stamp-client.js';

/** The time stamp authority set by TSA_URL. */
export class TimeStamps implements OnApplicationShutdown {
  /** DER of the certificates in TSA_CA_FILE. */
  readonly anchors: readonly Buffer[];
  private readonly client: TimeStampClient | undefined;

  /** @throws Error if TSA_CA_FILE contains no readable certificate */
  constructor(settings: Settings) {
    const { tsaUrl, tsaCaFile } = settings;
    this.anchors = tsaCaFile === undefined ? [] : readCertificates(tsaCaFile);
    this.client = tsaUrl === undefined ? undefined : new TimeStampClient(tsaUrl, settings, this.anchors);
  }

  /** Undefined if TSA_URL is not set: then there are no time stamps. */
  get stamper(): TimeStamper | undefined {
    return this.client;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client?.close();
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

function readCertificates(file: string): Buffer[] {
  try {
    const blocks = readFileSync(file, 'utf8').match(PEM) ?? [];
    if (blocks.length === 0) throw new Error('It contains no PEM certificate');
    return blocks.map((pem) => new X509Certificate(pem).raw);
  } catch (error) {
    throw new Error(`TSA_CA_FILE contains no readable certificate: ${file}`, { cause: error });
  }
}
