import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ConnectProxy } from '../../../test/support/connect-proxy.js';
import { S3Server } from '../../../test/support/s3-server.js';
import { openBucket } from './open-bucket.js';

const CONTENT = Buffer.from('a file');
const OBJECT = {
  size: CONTENT.length,
  md5: createHash('md5').update(CONTENT).digest('base64'),
  read: async function* () {
    yield CONTENT;
  },
};

describe('a bucket behind a proxy', () => {
  let storage: S3Server;
  let proxy: ConnectProxy;

  beforeAll(async () => {
    [storage, proxy] = await Promise.all([S3Server.start(), ConnectProxy.start()]);
  });
  afterAll(async () => {
    await proxy.stop();
    await storage.stop();
  });

  it('reaches the bucket through the proxy, and in no other way', async () => {
    const s3 = storage.settings('proxied');
    const bucket = (await openBucket({ s3, outboundProxy: proxy.setting(), webhookAllowedCidrs: [] }))!;
    await bucket.put('one', OBJECT);
    expect(await buffer(bucket.get('one'))).toEqual(CONTENT);
    expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${storage.cable.port}`]));
    bucket.close();

    proxy.leads(() => 403);
    const refused = (await openBucket({ s3, outboundProxy: proxy.setting(), webhookAllowedCidrs: [] }))!;
    await expect(refused.sizeOf('one')).rejects.toThrow('does not work');
    refused.close();
    const before = proxy.asked.length;
    const excepted = proxy.setting({ noProxy: ['127.0.0.1'] });
    const direct = (await openBucket({ s3, outboundProxy: excepted, webhookAllowedCidrs: [] }))!;
    expect(await direct.sizeOf('one')).toBe(CONTENT.length);
    expect(proxy.asked).toHaveLength(before);
    direct.close();
  });
});
