import { describe, expect, test } from 'vitest'
import { canCompare, contentWords, isTranslated, sharedWords } from '../../src/plan/content-words.ts'

const wordsOf = (text: string): readonly string[] => [...contentWords(text)]
const shared = (one: string, other: string): number => sharedWords(contentWords(one), contentWords(other))

describe('the words that say what a text is about', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'small letters, each once, without small words',
      'Read the tables, and the TABLES of a ship',
      ['read', 'tables', 'ship'],
    ],
    [
      'names apart at capitals and signs',
      'readTables HTTPServer dna_profile',
      ['read', 'tables', 'http', 'server', 'dna', 'profile'],
    ],
    ['numbers', '12 months on port 5000', ['12', 'months', 'port', '5000']],
    ['parts of a file name, the ending with its dot', 'data/tides.csv.', ['data', 'tides', '.csv']],
    [
      'small words of other languages',
      'Die Tabelle mit der Karte und les marées du port',
      ['tabelle', 'karte', 'marées', 'port'],
    ],
    ['pairs of characters of a script without blanks', '打印潮汐书 v2', ['打印', '印潮', '潮汐', '汐书', 'v2']],
    ['no pairs of letters by which Japanese inflects', '表を印刷してください', ['表を', 'を印', '印刷', '刷し']],
    ['nothing of signs alone', '… -- ** 🙂', []],
  ])('%s', (_, text, expected) => {
    expect(wordsOf(text)).toEqual(expected)
  })

  test('of a long text are those at its beginning', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(' ')
    expect(wordsOf(many)).toHaveLength(400)
  })
})

describe('words of two texts', () => {
  test.each([
    ['analyse documents', 'document analysis'],
    ['validate categories', 'validation of each category'],
    ['run copy', 'running copies'],
    ['Gezeitentabelle', 'Tabellen und eine Tabelle'],
    ['책을', '책'],
    ['tides.csv', 'a CSV'],
    ['таблицы', 'таблица'],
    ['潮汐表格', '打印潮汐'],
  ])('are forms of one: %s, %s', (one, other) => {
    expect(shared(one, other)).toBeGreaterThan(0)
    expect(shared(other, one)).toBeGreaterThan(0)
  })

  test.each([
    ['report', 'repository'],
    ['12', '120'],
    ['tides.csv', 'prices.csv'],
    ['contract', 'config'],
    ['표를', '책을'],
    ['潮汐', '书籍'],
  ])('are others: %s, %s', (one, other) => {
    expect([shared(one, other), shared(other, one)]).toEqual([0, 0])
  })

  test('are counted for the first of them', () => {
    expect(shared('table of tides', 'tables tabled tide table')).toBe(2)
  })
})

describe('two texts can be compared', () => {
  const can = (one: string, other: string): boolean => canCompare(contentWords(one), contentWords(other), 3)

  test.each([
    ['of three words each', 'Read tide tables', 'Sell old boats', true],
    ['of two words and a number', 'Print 40 pages', 'Sell old boats', true],
    ['and not with two', 'Read the tables', 'Sell old boats', false],
    ['and not in two scripts', 'Read tide tables', 'Продать старые лодки', false],
    ['by seven characters without blanks', '打印所有潮汐书', '出售港口旧船只', true],
    ['and not by five', '打印潮汐书', '出售旧船只', false],
  ])('%s', (_, one, other, expected) => {
    expect([can(one, other), can(other, one)]).toEqual([expected, expected])
  })
})

describe('texts are surely in two languages', () => {
  const english = 'Read the tables of the harbour, and then print all of them for the town.'
  const german = 'Die Tabellen des Hafens lesen und dann alle für die Stadt drucken.'

  test.each([
    ['where the small words of each say so', english, german, true],
    ['and not where they are those of one', english, 'Sell all of the boats and the nets to the crews.', false],
    ['and not where one has hardly any', english, 'Tabellen lesen, Buch drucken', false],
    [
      'and not where languages share them',
      'Leer la tabla de las mareas de la ciudad',
      'Ler a tabela de marés de uma cidade',
      false,
    ],
  ])('%s', (_, one, other, expected) => {
    expect([isTranslated(one, other), isTranslated(other, one)]).toEqual([expected, expected])
  })
})
