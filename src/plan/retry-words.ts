/** Words by which somebody says that a thing is done once more, language by language. */

export interface RetryWords {
  /** Words that say it. */
  readonly again: ReadonlySet<string>
  /** The same in several words. */
  readonly phrases: RegExp | null
  /** What says nothing more beside these: words, and several of them together. */
  readonly beside: ReadonlySet<string>
  readonly nothing: RegExp | null
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Several words of a text in small letters, of which single blanks stand between the words. */
const phrase = (source: string): RegExp => new RegExp(`(?<![^ ])(?:${source})(?![^ ])`, 'gu')

const before = 'primary|first|original|previous|main|backup \\p{N}+'
const way = 'method|one|approach|step|attempt|way|time'
const whole = 'command|commands|script|task|thing|request|call|query|job|program|procedure|work'

const english: RetryWords = {
  again: wordsIn('again retry retries retried retrying repeat repeated rerun redo reattempt ditto'),
  phrases: phrase(
    [
      'once more',
      '(?:one|two|three|few|some|several|\\p{N}+) more times?',
      '(?:another|second|third) time',
      '(?:another|one more|a second|a further) (?:go|try|shot|attempt|chance)',
      '(?:keep|continue) trying',
      'start(?:ing)? over',
      `(?:same|identical|exactly|just) (?:as|to|like|way as) (?:in )?(?:the )?(?:(?:${before})(?: (?:${way}))?|before|above)`,
    ].join('|'),
  ),
  beside: wordsIn(
    'try attempt do does run execute perform same all step method primary approach action operation process up ' +
      'time times wait few some seconds minutes hours later then after before until if fails failed failure error works succeeds ' +
      'give make more slower slowly longer immediately exactly needed necessary',
  ),
  // "Retry with a script" is another way; "retry the command" is none.
  nothing: phrase(
    `same (?:${whole})|(?<!(?:with|by|using|via|from|through|in|on) )(?:the|this|that)(?: (?:same|original|failed|whole|entire|exact))* (?:${whole})|(?:more|extra|additional) time|from (?:scratch|the (?:start|beginning))`,
  ),
}

const german: RetryWords = {
  again: wordsIn('erneut nochmal nochmals wiederholen wiederhole wiederholt wiederholung abermals'),
  phrases: phrase(
    'noch (?:ein|zwei|drei|\\p{N}+)mal|ein (?:weiteres|zweites) mal|(?:genau )?(?:so )?wie (?:zuvor|oben|vorher)',
  ),
  beside: wordsIn(
    'versuche versuchen versuch probiere probieren führe führen aus ausführen durchführen starte starten mache machen tue tun es das den ' +
      'die der denselben dieselbe dasselbe gleiche gleichen befehl schritt vorgang aufgabe methode primäre bitte einfach später dann und nach ' +
      'warte warten kurz ein einige paar minuten sekunden mit mehr zeit langsamer länger falls wenn fehlschlägt bis zu klappt',
  ),
  nothing: null,
}

const french: RetryWords = {
  again: wordsIn(
    'réessayer réessaie réessaye réessayez recommencer recommence recommencez relancer relance relancez répéter répète répétez',
  ),
  phrases: phrase('(?:à|de) nouveau|encore une fois|une (?:autre|nouvelle) fois'),
  beside: wordsIn(
    'essayer essaie essayez exécuter exécute exécutez faire fais faites la le les l cette ce commande étape tâche même méthode principale ' +
      'plus tard puis et après attendre attends attendez quelques minutes secondes avec de du temps lentement simplement',
  ),
  nothing: null,
}

const spanish: RetryWords = {
  again: wordsIn('reintentar reintenta reintente reintentarlo repetir repite repita repetirlo'),
  phrases: phrase('de nuevo|otra vez|una vez más|nuevamente'),
  beside: wordsIn(
    'intentar intenta intente intentarlo inténtalo inténtelo ejecutar ejecuta ejecute hacer hazlo el la lo los las mismo misma comando paso ' +
      'tarea método primario y luego después esperar espera espere unos minutos segundos con más tiempo simplemente',
  ),
  nothing: null,
}

const portuguese: RetryWords = {
  again: wordsIn('novamente repetir repita repete refazer refaça'),
  phrases: phrase('de novo|outra vez|mais uma vez'),
  beside: wordsIn(
    'tentar tente tenta executar execute fazer faça o os as mesmo mesma comando passo tarefa método primário e depois esperar espere alguns ' +
      'minutos segundos com mais tempo simplesmente',
  ),
  nothing: null,
}

const italian: RetryWords = {
  again: wordsIn('riprovare riprova riprovate ripetere ripeti ripetete rieseguire riesegui'),
  phrases: phrase('di nuovo|ancora una volta|un altra volta'),
  beside: wordsIn(
    'provare prova eseguire esegui fare fallo il la lo lo stesso stessa comando passo compito metodo primario e poi dopo aspettare aspetta ' +
      'alcuni minuti secondi con più tempo semplicemente',
  ),
  nothing: null,
}

const dutch: RetryWords = {
  again: wordsIn('opnieuw herhaal herhalen nogmaals'),
  phrases: phrase('nog (?:een keer|eens)'),
  beside: wordsIn(
    'probeer proberen voer uit uitvoeren doe doen het de dezelfde hetzelfde opdracht commando stap taak methode en dan later wacht wachten ' +
      'enkele minuten seconden met meer tijd langzamer gewoon',
  ),
  nothing: null,
}

const polish: RetryWords = {
  again: wordsIn('ponownie powtórz powtórzyć ponów ponowić'),
  phrases: phrase('jeszcze raz'),
  beside: wordsIn(
    'spróbuj spróbować wykonaj wykonać uruchom uruchomić to ten tę samo polecenie krok zadanie i potem później poczekaj',
  ),
  nothing: null,
}

const russian: RetryWords = {
  again: wordsIn('снова заново повторно повторить повтори повторите повтор перезапустить'),
  phrases: phrase('ещё раз|еще раз'),
  beside: wordsIn(
    'попробовать попробуй попробуйте попытаться выполнить выполни выполните запустить запусти запустите сделать сделай команду шаг задачу ' +
      'попытку это то же самое и затем позже подождать подождите с',
  ),
  nothing: null,
}

export const retryWords: readonly RetryWords[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  polish,
  russian,
]

/** Whole texts of scripts that write no blanks between words; these are taken out, as all other signs. */
export const retryTexts: readonly RegExp[] = [
  /^(?:请|請|稍后|稍後|然后)*(?:重试|重試|再试一次|再試一次|再次尝试|重新(?:执行|運行|运行|尝试|執行|嘗試)|再(?:执行|运行|来)一次|重复)(?:该|此|这个|同样的|相同的)?(?:命令|步骤|步驟|操作|方法|任务)?(?:一次)?$/u,
  /^(?:(?:もう一度|再度|再び)(?:同じ)?(?:コマンド|手順|操作|処理|方法)?を?(?:試す|試してください|実行する|実行してください|行う|やる)|(?:同じ)?(?:コマンド|手順|操作|処理|方法)?を?(?:再試行|再実行|やり直す|繰り返す)(?:する|してください)?)$/u,
  /^(?:같은|동일한)?(?:명령|단계|작업)?을?를?(?:다시시도|재시도|다시실행|재실행|반복)(?:한다|하기|하세요|합니다)?$/u,
]
