/** Words that carry a sentence and say nothing of what it is about, language by language. */

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** By the codes of ISO 639-1. Many stand in several: which language a text is in, only many of its words tell. */
export const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordsIn(
    'a about after all also an and any are as at be been before both but by can do does each every for from had has have how if ' +
      'in into is it its may more must no not of off on once one only onto or other our out over per shall should so some such ' +
      'than that the their them then there these they this those through to under until up upon use used using via was we were ' +
      'what when where which while who will with within without you your',
  ),
  de: wordsIn(
    'aber alle allen aller alles als also am an auch auf aus bei beim bis da das dass dem den der des die dies diese diesem diesen ' +
      'dieser durch ein eine einem einen einer eines er es für gegen hat hinter ihr ihre im in ist ja je jede jeden jeder kann kein ' +
      'keine mit muss nach nicht noch nur ob oder ohne sich sie sind so soll über um und unter vom von vor war was wenn werden wie ' +
      'wird zu zum zur',
  ),
  fr: wordsIn(
    'à afin au aux avec ce ces cet cette chaque comme d dans de des doit donc du elle en est et être il ils l la le les leur leurs ' +
      'lui mais ne ni nous on ou où par pas pour puis qu que qui s sa sans se ses si son sont sous sur tous tout toute toutes un une vers',
  ),
  es: wordsIn(
    'a al como con cada cual cuando de debe del desde donde e el ella en entre es esta este esto fue ha hasta la las le lo los más no ' +
      'o para pero por que se según ser si sin sobre son su sus todo todos un una unas unos y ya',
  ),
  pt: wordsIn(
    'a à ao aos as às cada com como da das de deve do dos e é ela ele em entre essa esse esta este foi mais mas na nas não no nos o ' +
      'os ou para pela pelo por quando que se sem ser seu são sobre sua também todas todos um uma',
  ),
  it: wordsIn(
    'a agli ai al alla alle anche che ci come con da dal dalla degli dei del della delle deve di e è ed gli ha i il in la le lo ma ' +
      'nei nel nella ogni o per più quando questa questo se senza si sono su sul sulla tra tutti un una uno',
  ),
  nl: wordsIn(
    'aan af al alle als bij de deze die dit door dan dat een elke en er geen heeft het hoe ik in is je kan maar met moet na naar niet ' +
      'nog of om onder ook op over te tot uit van voor wat we wordt worden zijn zonder',
  ),
  pl: wordsIn(
    'a ale albo być bez co dla do gdy i ich jak jako jest każdy lub ma na nad nie o od oraz po pod przed przez przy są się ta tak te ' +
      'tego tej ten to tym w we wszystkie z za ze że',
  ),
  ru: wordsIn(
    'а без бы быть в во все всех вы где для до его если же за и из или их к как каждый ко кто ли на над не нет но о об от по под при ' +
      'с со так также то у чтобы что это эти',
  ),
}
