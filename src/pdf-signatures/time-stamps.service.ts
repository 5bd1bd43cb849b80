import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { type OnApplicationShutdown } from '@nestjs/common';
import { type Settings } from '../platform/config/settings.js';
import { type TimeStamper } from './time-stamper.port.js';
import { TimeStampClient } from './timestamps/time-stamp-client.js';

/** The time stamp authority of TSA_URL. */
export class TimeStamps implements OnApplicationShutdown {
  /** DER of the certificates of TSA_CA_FILE. */
  readonly anchors: readonly Buffer[];
  private readonly client: TimeStampClient | undefined;

  /** @throws Error where TSA_CA_FILE holds no certificate */
  constructor({ tsaUrl, tsaCaFile }: Settings) {
    this.anchors = tsaCaFile === undefined ? [] : readCertificates(tsaCaFile);
    this.client = tsaUrl === undefined ? undefined : new TimeStampClient(tsaUrl, this.anchors);
  }

  /** Undefined where TSA_URL is not set: then nothing is stamped. */
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
    if (blocks.length === 0) throw new Error('it holds none');
    return blocks.map((pem) => new X509Certificate(pem).raw);
  } catch (error) {
    throw new Error(`TSA_CA_FILE holds no certificate that can be read: ${file}`, { cause: error });
  }
}
