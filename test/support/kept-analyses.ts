import { DocumentAnalysisService } from '../../src/identity-documents/document-analysis.service.js';
import { oncePerRun } from './run-cache.js';

const ENGINES = ['src/identity-documents'];

/**
 * Makes an application analyse each picture only once per test run, and reuse the result for the same question about
 * the same picture. Failures are not kept.
 */
export function keepAnalyses(service: DocumentAnalysisService): void {
  const { inspectImage, analyzeDocument, readPortrait, observeFrame } = DocumentAnalysisService.prototype;
  Object.assign(service, {
    inspectImage: async (picture, ...rest) => {
      const image = await bytesOf(picture);
      return oncePerRun(ENGINES, ['inspect', image], () => inspectImage.call(service, image, ...rest));
    },
    analyzeDocument: (image, question, ...rest) =>
      oncePerRun(ENGINES, ['analyze', image, question], () =>
        analyzeDocument.call(service, image, question, ...rest),
      ),
    readPortrait: (image, findings, ...rest) =>
      oncePerRun(ENGINES, ['portrait', image, findings.rotation, findings.mrz], () =>
        readPortrait.call(service, image, findings, ...rest),
      ),
    observeFrame: async (picture, ...rest) => {
      const image = await bytesOf(picture);
      return oncePerRun(ENGINES, ['frame', image], () => observeFrame.call(service, image, ...rest));
    },
  } satisfies Partial<DocumentAnalysisService>);
}

const bytesOf = async (picture: Parameters<DocumentAnalysisService['inspectImage']>[0]) =>
  typeof picture === 'function' ? picture() : picture;
