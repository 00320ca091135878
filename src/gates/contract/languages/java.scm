; Public signatures of Java. What the captures mean stands in ../language-file.ts.
;; language: Java
;; grammar tree-sitter-java: .java
;; joined-by: .
;; quotes: " '
;; strings: string_literal character_literal
;; fallback: windows-1252
;; order: annotation marker_annotation public protected private abstract default static sealed non-sealed final transient volatile synchronized native strictfp
;; tests: **/src/test/** **/*Test.java **/*Tests.java **/*IT.java

; Types that others can name; in an interface all are.
((class_declaration (modifiers ["public" "protected"]) name: (_) @name) @item @scope)
((interface_declaration (modifiers ["public" "protected"]) name: (_) @name) @item @scope)
((enum_declaration (modifiers ["public" "protected"]) name: (_) @name) @item @scope)
((record_declaration (modifiers ["public" "protected"]) name: (_) @name) @item @scope)
((annotation_type_declaration (modifiers ["public" "protected"]) name: (_) @name) @item @scope)
(interface_body [(class_declaration name: (_) @name) (interface_declaration name: (_) @name) (enum_declaration name: (_) @name) (record_declaration name: (_) @name) (annotation_type_declaration name: (_) @name)] @item @scope)
(annotation_type_body [(class_declaration name: (_) @name) (interface_declaration name: (_) @name) (enum_declaration name: (_) @name) (record_declaration name: (_) @name) (annotation_type_declaration name: (_) @name)] @item @scope)
(program [(class_declaration . name: (_)) (interface_declaration . name: (_)) (enum_declaration . name: (_)) (record_declaration . name: (_)) (annotation_type_declaration . name: (_))] @private)
(class_body [(class_declaration . name: (_)) (interface_declaration . name: (_)) (enum_declaration . name: (_)) (record_declaration . name: (_)) (annotation_type_declaration . name: (_))] @private)
(enum_body_declarations [(class_declaration . name: (_)) (interface_declaration . name: (_)) (enum_declaration . name: (_)) (record_declaration . name: (_)) (annotation_type_declaration . name: (_))] @private)
(program [(class_declaration (modifiers) @_m) (interface_declaration (modifiers) @_m) (enum_declaration (modifiers) @_m) (record_declaration (modifiers) @_m) (annotation_type_declaration (modifiers) @_m)] @private
  (#not-match? @_m "\\b(public|protected)\\b"))
(class_body [(class_declaration (modifiers) @_m) (interface_declaration (modifiers) @_m) (enum_declaration (modifiers) @_m) (record_declaration (modifiers) @_m) (annotation_type_declaration (modifiers) @_m)] @private
  (#not-match? @_m "\\b(public|protected)\\b"))
(enum_body_declarations [(class_declaration (modifiers) @_m) (interface_declaration (modifiers) @_m) (enum_declaration (modifiers) @_m) (record_declaration (modifiers) @_m) (annotation_type_declaration (modifiers) @_m)] @private
  (#not-match? @_m "\\b(public|protected)\\b"))

; Their members: of a class the public and protected ones, of an interface all but the private ones.
((method_declaration (modifiers ["public" "protected"]) name: (_) @name) @item)
((constructor_declaration (modifiers ["public" "protected"]) name: (_) @name) @item)
((field_declaration (modifiers ["public" "protected"]) declarator: (variable_declarator name: (_) @name) @part) @item)
(interface_body (method_declaration name: (_) @name) @item)
(interface_body (constant_declaration declarator: (variable_declarator name: (_) @name) @part) @item)
(interface_body (method_declaration (modifiers "private")) @private)
(annotation_type_element_declaration name: (_) @name) @item
(annotation_type_body (constant_declaration declarator: (variable_declarator name: (_) @name) @part) @item)
(enum_constant name: (_) @name) @item

(modifiers) @words
; What a parameter is called, and that its method does not assign it. Of a record these are names of methods, too.
(method_declaration parameters: (formal_parameters (formal_parameter name: (_) @aside)))
(method_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (_) @aside))))
(constructor_declaration parameters: (formal_parameters (formal_parameter name: (_) @aside)))
(constructor_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (_) @aside))))
(formal_parameter (modifiers "final" @aside))
(spread_parameter (modifiers "final" @aside))
; What is so in an interface whether it is said or not.
(interface_body (method_declaration (modifiers ["public" "abstract"] @cut)))
(annotation_type_body (annotation_type_element_declaration (modifiers ["public" "abstract"] @cut)))
(_ (constant_declaration (modifiers ["public" "static" "final"] @cut)))
(interface_body (_ (modifiers ["public" "static"] @cut) name: (_) body: [(class_body) (interface_body) (enum_body) (annotation_type_body)]))
(annotation_type_body (_ (modifiers ["public" "static"] @cut) name: (_) body: [(class_body) (interface_body) (enum_body) (annotation_type_body)]))
(class_declaration body: (_) @cut)
(interface_declaration body: (_) @cut)
(enum_declaration body: (_) @cut)
(record_declaration body: (_) @cut)
(annotation_type_declaration body: (_) @cut)
(method_declaration body: (_) @body)
(constructor_declaration body: (_) @body)
(lambda_expression body: (_) @body)
(static_initializer) @body
(enum_constant arguments: (_) @cut)
(enum_constant body: (_) @body)
(variable_declarator "=" @cut value: (_) @cut)
