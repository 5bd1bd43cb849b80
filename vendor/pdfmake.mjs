export { default as pdfmake } from 'pdfmake';
